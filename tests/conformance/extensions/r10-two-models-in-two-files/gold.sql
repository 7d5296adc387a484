SELECT place FROM stations

"""Looking ahead: forecasts, threats, plans, dangers, and the motives behind a move."""

//! Every family behind one door: checked play, records, positions, perft.

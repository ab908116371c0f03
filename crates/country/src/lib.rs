//! The rules of the country: the base game with farmers and its expansions.

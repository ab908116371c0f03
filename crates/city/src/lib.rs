//! The rules of The City: markets, homes, streets and walls.

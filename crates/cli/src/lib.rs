//! The command line of Trencavel.

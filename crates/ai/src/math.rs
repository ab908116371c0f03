//! Functions of the standard library that a crate without it does not have.

pub use libm::{
    exp as exp64, expf as exp, log, powf as pow, sqrt as sqrt64, sqrtf as sqrt, tanhf as tanh,
};

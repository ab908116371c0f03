//! Connections: the system's, or those of a simulation (`tests/seeds`), which has every fault of a
//! network and a time of its own.

#[cfg(not(feature = "simulated"))]
pub(crate) use tokio::net::{TcpListener, TcpStream};
#[cfg(feature = "simulated")]
pub(crate) use turmoil::net::{TcpListener, TcpStream};

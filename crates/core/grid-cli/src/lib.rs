//! The command-line options with which encoders read grids and decoders print them.

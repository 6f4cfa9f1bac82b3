//! Sessions: a folder that makes an evolution durable.

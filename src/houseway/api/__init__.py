"""What others build on: every name here is public, documented and kept. Import it from `houseway` itself."""

// The boundary behind which the shared modules are agreed on.
void import('./bootstrap.js');

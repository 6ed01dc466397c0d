// The boundary behind which the shared modules are agreed on; used only when this slice runs alone.
void import('./standalone.js');

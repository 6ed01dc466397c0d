/** Whether only programs of this machine reach an address to listen on. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}

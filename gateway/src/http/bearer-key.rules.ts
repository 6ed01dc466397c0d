/** The key a request carries; it then counts alone, and a cookie beside it does not. */
export function keyTokenOf(authorization: string | undefined): string | undefined {
  return /^bearer +(pl_\S*) *$/i.exec(authorization ?? '')?.[1];
}

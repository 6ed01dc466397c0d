/** Whether a picture is the issuer's own: another server would learn who looks at whom, and be reached from within. */
export function isOfIssuer(picture: string, issuer: URL): boolean {
  return URL.canParse(picture) && new URL(picture).origin === issuer.origin;
}

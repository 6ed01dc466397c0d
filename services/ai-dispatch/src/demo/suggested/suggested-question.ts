/** A claim, and the words by which replies state it or state the opposite. They stand in the replies as they are here. */
export interface KnownClaim {
  text: string;
  says: readonly string[];
  contradicts?: readonly string[];
  /** Of a claim in dispute: why each side keeps its view, and which reply gives way. */
  settles?: { says: string; contradicts: string; yields?: { words: string; reason: string } };
}

/** A question the dashboard suggests, with what each demo service replies, and where the replies agree and contradict. */
export interface Suggested {
  question: string;
  /** By the name of the demo service. */
  replies: Readonly<Record<string, string>>;
  claims: readonly KnownClaim[];
}

/** One thing a service needs, by the name it has in `/readyz`. */
export interface Dependency {
  name: string;
  /** Rejects when it is unavailable; the message of the error says why. */
  check: () => Promise<void>;
  /** Without it the service is late rather than unready. */
  isOptional?: boolean;
}

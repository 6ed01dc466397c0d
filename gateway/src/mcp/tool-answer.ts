/** What a tool answers: text for a model, and the same as data. */
export interface ToolAnswer {
  text: string;
  data: Record<string, unknown>;
}

/** Says how far a tool has come. */
export type Report = (done: number, total: number, message: string) => void;

/** What a user gives a comparison; absent stays as it is. */
export interface LabelChange {
  /** Empty: from the first message again. */
  title?: string | undefined;
  isStarred?: boolean | undefined;
  tags?: readonly string[] | undefined;
}

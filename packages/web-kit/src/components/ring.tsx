/** Something is under way; in the colour of the text beside it, which says what. */
export const Ring = () => <i className="pl-ring" aria-hidden="true" />;

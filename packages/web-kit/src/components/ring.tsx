/** Something is under way; in the colour of the words beside it, which say what. */
export const Ring = () => <i className="pl-ring" aria-hidden="true" />;

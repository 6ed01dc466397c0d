/** Size as it is shown: KB with one decimal. */
export const sizeLabel = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** The entry for screens that ask for the variables of a saved query, or show a text as it will be sent. */
export { PreviewedText, type PreviewedTextProps } from './query-variables/previewed-text.js';
export { useTextPreview } from './query-variables/text-preview.api.js';
export { ValuesDialog, type ValuesDialogProps } from './query-variables/values-dialog.js';

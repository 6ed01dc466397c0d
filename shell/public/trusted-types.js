// The one place where a text may become a script's address or markup: the browser asks here and refuses everything else.
(() => {
  if (!globalThis.trustedTypes) return;
  globalThis.trustedTypes.createPolicy('default', {
    // Chunks of the shell and entries of slices, all of our own origin.
    createScriptURL: (address) => (new URL(address, document.baseURI).origin === location.origin ? address : null),
    // antd puts the text of its style sheets into their elements this way. Markup has a tag in it, a style sheet has none.
    createHTML: (text) => (/<[a-z/!?]/i.test(text) ? null : text),
    // zod asks once whether code may be made of text; the policy for scripts says no, in silence.
    createScript: (text) => (/^\(function anonymous\(\s*\) \{\s*\}\)$/.test(text) ? text : null),
  });
})();

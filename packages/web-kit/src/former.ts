/** The entry for screens that show what services and variants wrote that are no longer offered. */
export { noLongerOffered } from './former/former.rules.js';
export { useFormer } from './former/use-former.js';

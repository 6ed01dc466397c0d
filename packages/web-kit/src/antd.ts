// The controls of every signed-in screen: antd's Button, what is made of it, and the theme. What weighs more is in `./heavy`.
export { Button } from 'antd';
export type { ButtonProps } from 'antd';
export { ButtonLink, type ButtonLinkProps } from './components/button-link.js';
export { Check, type CheckProps } from './components/check.js';
export { Field, type FieldControl, type FieldProps } from './components/field.js';
export { useFirstRows, type FirstRows } from './components/first-rows.js';
export { LoadFailed, type LoadFailedProps } from './components/load-failed.js';
export { isNotFound, QueryState, type QueryStateProps } from './components/query-state.js';
export { AntdTheme } from './theme/antd-theme-provider.js';
export { Segments } from './components/segments.js';
export { ShowMore, type ShowMoreProps } from './components/show-more.js';

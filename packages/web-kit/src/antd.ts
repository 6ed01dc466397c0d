// The antd components that stand on most screens, with the theme they carry. What weighs more is in `./heavy`.
export { Button } from 'antd';
export type { ButtonProps } from 'antd';
export { ButtonLink, type ButtonLinkProps } from './components/button-link.js';
export { Field, type FieldControl, type FieldProps } from './components/field.js';
export { AntdTheme } from './theme/antd-theme-provider.js';

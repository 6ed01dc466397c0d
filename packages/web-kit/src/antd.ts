// The antd components every screen may use, with the theme they carry. Tables, forms and pickers are in `./heavy`.
export { Button, Dropdown, Input, Segmented, Select, Tooltip } from 'antd';
export type { ButtonProps, MenuProps } from 'antd';
export type { TextAreaRef } from 'antd/es/input/TextArea.js';
export { AntdTheme } from './theme/antd-theme-provider.js';

// antd's Select, for slices of the version before: lists are the browser's now, in our look (`theme/controls.css`).
export { Select } from 'antd';
export type { SelectProps } from 'antd';

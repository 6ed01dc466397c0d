// antd's Select, a third of what antd weighs on a screen; loaded by what shows one, in the same theme.
export { Select } from 'antd';
export type { SelectProps } from 'antd';

// antd's heavy components, loaded only by the screens that show one, in the same theme.
export { Dropdown, Input, Table } from 'antd';
export type { MenuProps, TableColumnsType, TableProps } from 'antd';

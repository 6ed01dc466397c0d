// antd's heavy components, loaded only by the screens that show one.
export { Table } from 'antd';
export type { TableColumnsType, TableProps } from 'antd';

// antd's heavy components, loaded only by the screens that show one, in the same theme.
export { Table, Tabs } from 'antd';
export type { TableColumnsType, TableProps, TabsProps } from 'antd';

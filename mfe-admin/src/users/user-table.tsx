import type { AdminUser } from '@polylogue/api-contract';
import { usePublicConfig, when } from '@polylogue/web-kit';
import { Table, type TableColumnsType } from '@polylogue/web-kit/heavy';
import { useMemo } from 'react';
import { UserCell, UserRole, UserStatus } from './user-cells.js';
import { nameOf, roleWord } from './users.rules.js';

export function UserTable({ users }: { users: AdminUser[] }) {
  const adminEmail = usePublicConfig()?.adminEmail;
  const columns = useMemo(() => columnsOf(adminEmail), [adminEmail]);
  return (
    <Table
      rowKey="id"
      columns={columns}
      dataSource={users}
      showSorterTooltip={false}
      pagination={{ pageSize: 50, hideOnSinglePage: true, showSizeChanger: false }}
    />
  );
}

const columnsOf = (adminEmail: string | undefined): TableColumnsType<AdminUser> => [
  {
    title: 'User',
    key: 'user',
    render: (_value, user) => <UserCell user={user} />,
    sorter: (one, other) => nameOf(one).localeCompare(nameOf(other)),
  },
  {
    title: 'Role',
    key: 'role',
    responsive: ['md'],
    render: (_value, user) => <UserRole word={roleWord(user, adminEmail)} />,
  },
  { title: 'Status', key: 'status', render: (_value, user) => <UserStatus user={user} /> },
  {
    title: 'Last login',
    key: 'lastLoginAt',
    responsive: ['md'],
    render: (_value, { lastLoginAt }) =>
      lastLoginAt ? <time dateTime={lastLoginAt}>{when(lastLoginAt)}</time> : 'Never',
    sorter: (one, other) => (one.lastLoginAt ?? '').localeCompare(other.lastLoginAt ?? ''),
  },
  {
    title: 'Joined',
    key: 'createdAt',
    responsive: ['lg'],
    render: (_value, { createdAt }) => <time dateTime={createdAt}>{when(createdAt)}</time>,
    sorter: (one, other) => one.createdAt.localeCompare(other.createdAt),
  },
];

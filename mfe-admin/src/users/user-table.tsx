import { grouped, type AdminUser } from '@polylogue/api-contract';
import { usePublicConfig, when } from '@polylogue/web-kit';
import { useFirstRows } from '@polylogue/web-kit/antd';
import { Table, type TableColumnsType } from '@polylogue/web-kit/heavy';
import { ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { UserCell, UserRole, UserStatus } from './user-cells.js';
import styles from './user-management.module.css';
import { nameOf, pageSize, roleLabel, sortKeyOf, type UserSearch } from './users.rules.js';

interface UserTableProps {
  users: AdminUser[];
  total: number;
  search: UserSearch;
  onSearch: (search: UserSearch) => void;
  openedId: string | undefined;
  onOpen: (user: AdminUser) => void;
}

/** One page of users; the server searches, sorts and pages. */
export function UserTable({ users, total, search, onSearch, openedId, onOpen }: UserTableProps) {
  const adminEmail = usePublicConfig()?.adminEmail;
  const columns = useMemo(() => columnsOf(adminEmail, search, onOpen), [adminEmail, search, onOpen]);
  const { shown, showAll } = useFirstRows(users, total);
  return (
    <>
      <Table
        rowKey="id"
        columns={columns}
        dataSource={shown}
        showSorterTooltip={false}
        sortDirections={['descend', 'ascend', 'descend']}
        rowClassName={({ id }) => (id === openedId ? styles.opened! : '')}
        onRow={(user) => ({ onClick: () => onOpen(user) })}
        pagination={{ pageSize, total, current: search.page, hideOnSinglePage: true, showSizeChanger: false }}
        onChange={({ current = 1 }, _filters, sorter) => {
          const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
          const sort = sortKeyOf(columnKey) ?? search.sort;
          const isOther = sort !== search.sort || (order === 'ascend' ? 'asc' : 'desc') !== search.order;
          onSearch({ ...search, sort, order: order === 'ascend' ? 'asc' : 'desc', page: isOther ? 1 : current });
        }}
      />
      {showAll}
    </>
  );
}

const figures = { align: 'right', className: styles.figure! } as const;

const columnsOf = (
  adminEmail: string | undefined,
  { sort, order }: UserSearch,
  onOpen: (user: AdminUser) => void,
): TableColumnsType<AdminUser> => {
  const sorted = (key: string) => ({
    key,
    sorter: true,
    sortOrder: sort === key ? (order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
  });
  return [
    { title: 'User', ...sorted('name'), render: (_value, user) => <UserCell user={user} /> },
    {
      title: 'Role',
      key: 'role',
      responsive: ['md'],
      render: (_value, user) => <UserRole label={roleLabel(user, adminEmail)} role={user.role} />,
    },
    { title: 'Status', key: 'status', render: (_value, user) => <UserStatus user={user} /> },
    {
      title: 'Messages',
      ...sorted('messageCount'),
      ...figures,
      responsive: ['md'],
      render: (_value, { messageCount }) => grouped(messageCount),
    },
    {
      title: 'Sessions',
      ...sorted('totalSessions'),
      ...figures,
      responsive: ['lg'],
      render: (_value, { totalSessions }) => grouped(totalSessions),
    },
    {
      title: 'Last login',
      ...sorted('lastLoginAt'),
      responsive: ['lg'],
      render: (_value, { lastLoginAt }) => (lastLoginAt ? <LastLogin time={lastLoginAt} /> : 'Never'),
    },
    {
      title: <span className="pl-only-read">Details</span>,
      key: 'open',
      align: 'right',
      render: (_value, user) => <DetailsButton user={user} onOpen={onOpen} />,
    },
  ];
};

const LastLogin = ({ time }: { time: string }) => (
  <time className={styles.login} dateTime={time}>
    {when(time)}
  </time>
);

/** By keyboard; a click anywhere in the row opens them as well. */
const DetailsButton = ({ user, onOpen }: { user: AdminUser; onOpen: (user: AdminUser) => void }) => (
  <button
    type="button"
    className="pl-icon-button"
    aria-label={`Details of ${nameOf(user)}`}
    onClick={(event) => {
      event.stopPropagation();
      onOpen(user);
    }}
  >
    <ChevronRight aria-hidden />
  </button>
);

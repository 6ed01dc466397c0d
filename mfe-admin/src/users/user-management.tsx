import { grouped, type AdminUser } from '@polylogue/api-contract';
import { Badge, EmptyState, Skeleton } from '@polylogue/web-kit';
import { Search } from 'lucide-react';
import { useState } from 'react';
import heads from '../panel/card-head.module.css';
import { ListAndAside } from '../panel/list-and-aside.js';
import { PanelTab } from '../panel/panel-tab.js';
import { UserDetails } from './user-details.js';
import styles from './user-management.module.css';
import { UserTable } from './user-table.js';
import { useUserCounts, useUsers } from './users.api.js';
import { firstSearch, type UserSearch } from './users.rules.js';

export function UserManagement() {
  const [search, setSearch] = useState<UserSearch>(firstSearch);
  const [opened, setOpened] = useState<AdminUser>();
  const query = useUsers(search);
  const { data: users } = query;
  const { data: counts } = useUserCounts(search.q);
  const shown = users?.find(({ id }) => id === opened?.id) ?? opened;
  return (
    <PanelTab query={query}>
      <ListAndAside
        list={
          <section className={`pl-card ${styles.card}`} aria-labelledby="users-title">
            <header className={`${heads.head} ${styles.head}`}>
              <h2 id="users-title">Users</h2>
              {counts && <Badge>{grouped(counts.total)}</Badge>}
              {counts && counts.waiting > 0 && <Badge tone="warn">{grouped(counts.waiting)} to approve</Badge>}
              <SearchBox value={search.q} onChange={(q) => setSearch({ ...search, q, page: 1 })} />
            </header>
            {query.isPending && <Skeleton rows={6} rowHeight={49} />}
            {users?.length === 0 && (
              <EmptyState title="No users found" help={search.q ? 'Try another name or e-mail.' : undefined} />
            )}
            {users && users.length > 0 && (
              <UserTable
                users={users}
                total={counts?.total ?? users.length}
                search={search}
                onSearch={setSearch}
                openedId={shown?.id}
                onOpen={setOpened}
              />
            )}
          </section>
        }
        aside={shown && <UserDetails key={shown.id} user={shown} onClose={() => setOpened(undefined)} />}
      />
    </PanelTab>
  );
}

const SearchBox = ({ value, onChange }: { value: string; onChange: (q: string) => void }) => (
  <label className={styles.search}>
    <Search aria-hidden />
    <input
      type="search"
      placeholder="Search users"
      aria-label="Search users"
      maxLength={200}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      aria-keyshortcuts="/"
    />
    {value === '' && (
      <kbd className="pl-key" aria-hidden>
        /
      </kbd>
    )}
  </label>
);

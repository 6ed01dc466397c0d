import { limits } from '@polylogue/api-contract';
import type { ReceivedPost } from '@polylogue/test-kit';
import type { Delivery, Stored } from './evidence.js';

/** What came to the addresses of users, and who has had as many as are sent one by one in a day. */
export function readDeliveries(posts: readonly ReceivedPost[]): Pick<Stored, 'deliveries' | 'satedUsers'> {
  const deliveries = posts.map(({ path, headers, body }): Delivery => {
    const { data } = JSON.parse(body) as { data: { title?: string } };
    return { user: Number(path.slice(1)), id: String(headers['webhook-id']), title: data.title ?? '', body };
  });
  const users = [...new Set(deliveries.map(({ user }) => user))];
  const countOf = (user: number) => new Set(deliveries.filter((each) => each.user === user).map(({ id }) => id)).size;
  return { deliveries, satedUsers: users.filter((user) => countOf(user) >= limits.noticeTargets.deliveriesPerDay) };
}

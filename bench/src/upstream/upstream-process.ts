import { answerParent } from '../processes/answer-parent.js';
import { listen } from '../processes/listen.js';
import { createUpstream } from './upstream-server.js';

const upstream = createUpstream();
answerParent({ listen: () => listen(upstream.server), plan: upstream.plan, take: upstream.take });

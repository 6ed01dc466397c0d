import { answerParent } from '../processes/answer-parent.js';
import { listen } from '../processes/listen.js';
import { createUpstream } from './upstream-server.js';

const { server, plan, take, hangUp } = createUpstream();
answerParent({ listen: () => listen(server), plan, take, hangUp });

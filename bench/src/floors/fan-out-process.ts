import { answerParent } from '../processes/child-door.js';
import { listen } from '../processes/listen.js';
import { createFanOut } from './fan-out-server.js';

answerParent({ listen: () => listen(createFanOut()) });

// `npm run judging-set`: whether the figures of votes and judges are worth their intervals, by votes and judges of which the
// truth is planted. It ends with 1 where they are not.
import { againstItself, coverageOf } from './measure.rules.js';
import { plantedCalibration } from './planted-judges.rules.js';
import { fields, missedGoals, tableOf } from './report.rules.js';

const seedsOf = (count: number) => Array.from({ length: count }, (_none, at) => at + 1);

const strengths = fields.map(({ name, field, runs }) => ({ name, field, coverage: coverageOf(field, seedsOf(runs)) }));
const itself = againstItself(100, seedsOf(1_000));
const judges = plantedCalibration(120, 1);
process.stdout.write(`${tableOf(strengths, itself, judges)}\n`);
const missed = missedGoals(strengths, itself, judges);
if (missed.length > 0) process.stderr.write(`\n${missed.join('\n')}\n`);
process.exitCode = missed.length > 0 ? 1 : 0;

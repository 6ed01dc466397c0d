import { sqlMigration } from '@polylogue/service-kit';

/** Ends a statement, and with it its transaction, that would send a message without the history another one has just begun. */
export const UnseenHistory0017 = sqlMigration(
  '0017-unseen-history',
  `
CREATE FUNCTION conversation.refuse_unseen_history() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the history of a conversation was not seen' USING ERRCODE = 'PL001';
END $$;`,
);

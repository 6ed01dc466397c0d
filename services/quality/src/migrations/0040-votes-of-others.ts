import { sqlMigration } from '@polylogue/service-kit';

// Votes of others on the rounds of a user go when that user is erased. Whoever is erased is noted in `erasures`, once that is
// certain, and noted again with each sweep: what was written late goes with the next one. Their own votes go by `user_id`.
export const VotesOfOthers0040 = sqlMigration(
  '0040-votes-of-others',
  `
CREATE FUNCTION quality.drop_votes_of_others() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM quality.votes WHERE owner_id = NEW.person;
  RETURN NULL;
END $$;
CREATE TRIGGER drop_votes_of_others AFTER INSERT OR UPDATE ON quality.erasures
  FOR EACH ROW EXECUTE FUNCTION quality.drop_votes_of_others();
`,
);

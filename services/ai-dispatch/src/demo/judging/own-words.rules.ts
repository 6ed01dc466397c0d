// What a reply says to its assessor is no part of its answer. Signs of it, in the languages such texts come in.
const signs = [
  /\bthis is (the|your) (administrator|developer|system|operator)\b|\b(system|admin|developer) (override|message|note)\b/i,
  /[#=[<({*]\s*(system|instructions?|admin|developer)\b\s*[:\]>)}=#]/i,
  /\b(the )?(data|reply|input) ends here\b|\bend of data\b|\b(competing|other) (replies|answers)\b|\bpre-approved\b/i,
  /\b(assess(or|ors|ment|ments|ing|ed)?|evaluat\w+|judg(e|es|ing|ed|ment|ement)|grad(e|er|ers|ing|ed)|rat(e|ing|ings|er)|scor(e|es|ing|ed|er)|rubrics?|verdict|full marks|top marks|highest marks?|maximum points|perfect (mark|10))\b/i,
  /\b(ignore|disregard|forget|override|bypass|overrule|supersede|cancel)\b.{0,60}\b(previous|prior|above|earlier|all|any|your|the|these|those)\b/i,
  /\b(new|updated|hidden|secret|special|following|real|actual|important) (instructions?|directives?|prompt|orders?|rules?|task)\b/i,
  /\b(you (are|will) now|you must (now|output|return|answer|reply|respond|give|print)|your (task|job|instructions?|system prompt|role) (is|has|was|have|were))\b/i,
  /\b(jailbreak|developer mode|debug mode|god mode|prompt injection|system prompt|end of (reply|data|input|prompt))\b/i,
  /^[\s#[<({*_\-=|]*(system|assistant|developer|admin\w*|user|operator|root|instructions?|note to|attention|begin|end)\b[^.!?]{0,30}[:\]>}|]/i,
  /\b100\s*(\/|out of|percent|%|points?|in (all|each|every))/i,
  /["']?\b(bias|safety|accuracy|adherence|overall|toxicity|hallucination|flagged|analysis)\b["']?\s*[:=]/i,
  /<\/?\s*(reply|question|system|instructions?|data|assessment|result|im_start|im_end|s)\b[^>]*>/i,
  /<\|[^|]*\|>|\[\/?(INST|SYS|SYSTEM|DATA)\]|"score"|```json/i,
  /s[\s._*-]+c[\s._*-]+o[\s._*-]+r[\s._*-]+e/i,
  /[A-Za-z0-9+/]{32,}={0,2}/,
  /(?<!\p{L})(ignoriere|bewert\w*|punktzahl|note eins|anweisung\w*|ignorez|évalu\w*|instructions précédentes|note maximale|ignora|califica\w*|puntuaci[oó]n|instrucciones|punteggio|istruzioni|valuta|pontua[cç][aã]o|instru[cç][oõ]es|avalia\w*|beoordeel|ignoreer|puan|talimat\w*|de[gğ]erlendir\w*|ocen\w*|instrukcj\w*|bed[oö]m|betyg)(?!\p{L})/iu,
  /оцен|балл|инструкц|评分|满分|忽略|指令|分数|評価|満点|採点|指示|점수|만점|평가|지시|درجة|تقييم|تجاهل|अंक|निर्देश|ציון|הוראות|คะแนน|คำสั่ง|điểm|hướng dẫn|βαθμολογ|οδηγίες/iu,
];

/** A reply without what it says to its assessor: a reply cannot move its own score by requesting one. */
export function ownWordsOf(reply: string): string {
  const plain = reply
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu, '');
  return plain
    .split('\n')
    .map(ownWordsOfLine)
    .filter((line) => line !== undefined)
    .join('\n')
    .trim();
}

/** From the first sentence that talks to the assessor to the end of the line nothing counts. */
function ownWordsOfLine(line: string): string | undefined {
  const found = signs.map((sign) => line.search(sign)).filter((at) => at >= 0);
  if (found.length === 0) return line;
  const before = line.slice(0, Math.min(...found));
  const kept = /^.*[.!?…]["'”’)]*\s+/su.exec(before)?.[0] ?? '';
  return kept.trim() === '' ? undefined : kept;
}

/**
 * The turns of phrase that our writing avoids. A rule finds only the obvious; the rest needs an ear.
 */
export interface Rule {
  readonly name: string
  readonly pattern: RegExp
  /** The better wording. */
  readonly instead: string
  /** A sentence that the rule finds, and one that it must leave alone. */
  readonly finds: string
  readonly leaves: string
}

/** The beginning of a sentence. */
const start = String.raw`(?<=^["'(]?|[.:;!?]\s+["'(]?)`

const rule = (name: string, pattern: string, instead: string, finds: string, leaves: string): Rule => ({
  name,
  pattern: new RegExp(pattern, "g"),
  instead,
  finds,
  leaves
})

export const rules: ReadonlyArray<Rule> = [
  rule(
    "clause as a noun",
    `${start}(?:What|Who|Whoever|Whatever|Whose|Which|So many)\\b(?![^.!?]*\\?)(?! [a-z ]+:)(?! to )`,
    "name the thing",
    "What leaves the client is masked.",
    "What do you get? A page."
  ),
  rule(
    "clause as a test name",
    "^(?:what|who|whoever|whatever|whose|where)\\b(?![^.!?]*\\?)",
    "the thing that behaves: a subject and a verb",
    "what is left is stopped",
    "stops what is left"
  ),
  rule(
    "that-clause as a noun",
    `${start}That (?:there|it|an?|the) [^.]*\\.?$`,
    "name the thing",
    "That there is no profile.",
    "That room is idle, and it stays so!"
  ),
  rule(
    "nothing of",
    "\\b[Nn](?:othing|one) of (?:it|this|that|what)\\b",
    "none of it",
    "Nothing of it needs an account.",
    "None of them needs one."
  ),
  rule(
    "where for if",
    `${start}Where\\b(?![^.!?]*\\?)(?! to )|\\b(?:not|only|also|except|but|and|or) where (?:it|there|they|one|that|nothing|nobody|a|the)\\b(?! comes? from)|,? where (?:there (?:is|are|was)|nothing|nobody|one (?:is|has)|(?:it|they|that) (?:can|does|do|is not|has|have|had)\\b)`,
    "if, when",
    "Where it is too late, cancels at once.",
    "The folder where the file is stored."
  ),
  rule(
    "belongs into",
    "\\b[Bb]elong(?:s|ed)? into\\b",
    "belongs in",
    "It belongs into the review.",
    "It belongs in the review."
  ),
  rule(
    "is no",
    "(?<!\\b[Tt]here )\\b(?:is|are|was|were|be) no (?!longer\\b|more\\b|less\\b|fewer\\b|different\\b|better\\b|worse\\b|other\\b|one\\b|later\\b|earlier\\b|larger\\b|slower\\b|matter\\b|doubt\\b)",
    "isn't a",
    "This is no id of a room.",
    "There is no room, and it is no longer open."
  ),
  rule(
    "so many",
    "\\b[Ss]o many\\b(?! that)",
    "that many",
    "After so many attempts it stops.",
    "There are so many that it stops."
  ),
  rule(
    "there is none",
    "\\b[Tt]here (?:is|are|was|were) none\\b|\\bhas none\\b(?! of\\b)",
    "there isn't one",
    "It fails if there is none.",
    "There is no room."
  ),
  rule("of its own", "\\bof (?:its|their|his) own\\b", "its own", "It has a file of its own.", "It has its own file."),
  rule("anew", "\\banew\\b", "again", "It begins anew.", "It begins again."),
  rule(
    "stands in",
    "\\b(?:stands?|stood|standing) in\\b(?! (?:line|for)\\b)",
    "is in",
    "It stands in the file.",
    "It stands in for a server."
  ),
  rule("beside", "\\b[Bb]eside\\b", "next to, compared with", "It runs beside the server.", "Besides, it runs."),
  rule(
    "passive without an agent",
    "\\b(?<!targets? )(?:is|are|was|were|be|been|being) (?:told|met)\\b(?! by\\b)|\\b(?:is|are) given (?!up\\b|by\\b)",
    "say who does it",
    "The wait that it is told is kept.",
    "The requirements were met by both."
  ),
  rule(
    "unless said otherwise",
    "\\b(?:said|says) otherwise\\b",
    "unless you set it",
    "One at a time, unless said otherwise.",
    "One at a time by default."
  ),
  rule("in vain", "\\bin vain\\b", "without result", "Pages read in vain are dropped.", "Unused pages are dropped."),
  rule("is to be", "\\b(?:is|are) to be \\w+", "must be", "The list is to be read.", "The list must be read."),
  rule(
    "goes on",
    "\\b[Gg]o(?:es|ing)? on (?!the\\b|to\\b|a\\b|disk|sale)",
    "continues",
    "The walk goes on with the next.",
    "The walk continues."
  ),
  rule(
    "such as do",
    "\\bsuch (?:that|as) (?:do|does|has|have|is|are)\\b|\\bfor such\\b(?! an?\\b)",
    "those that",
    "For clients that retry and for such that do not.",
    "Errors such as timeouts."
  ),
  rule("tells of", "\\btell(?:s|ing)? of\\b", "reports, shows", "It tells of every attempt.", "It tells them apart."),
  rule(
    "comes to",
    "\\b(?:What|what) (?:\\w+ ){1,4}(?:come|comes|came) to\\b|\\bmade of\\b",
    "the result of",
    "What a run came to.",
    "It comes to rest."
  ),
  rule(
    "that is meant",
    "\\b(?:that|which) (?:is|are|was) meant\\b(?! (?:to|for|as)\\b)",
    "intended",
    "A size that is meant.",
    "A file that is meant for you."
  ),
  rule(
    "no such",
    "\\b(?:with|has|have|had) no such\\b",
    "doesn't have it",
    "A client that has no such option.",
    "There is one."
  ),
  rule(
    "object before verb",
    ", (?:the|its|their|only|a|an) (?:\\w+ ){1,2}(?:decides?|tells?|says|shows)\\.",
    "subject, verb, object",
    "What the error is, the status decides.",
    "The status decides which error it is."
  ),
  rule(
    "nobody",
    "\\b[Nn]obody(?:'s business| asked| waits| pulls| is there| knows of)\\b",
    "no one; say who",
    "A page that nobody asked for.",
    "Nobody is in the room."
  ),
  rule(
    "a certain inversion",
    "\\b(?:is|are) (?:it|they|there) that\\b|\\bnot (?:before|until) \\w+ (?:is|does)\\b",
    "plain order",
    "It is there that it ends: not before it is read.",
    "It ends there."
  ),
  rule(
    "as good as",
    "\\bas good as\\b|\\bby and by\\b|\\bever so\\b|\\bthereof\\b|\\bherewith\\b|\\bwherein\\b|\\bwhereby\\b|\\bthither\\b",
    "plain words",
    "A list whereby rows are found.",
    "A list of rows."
  )
]

/** Sentences that a rule finds although they are right. */
export const exceptions: ReadonlyArray<string> = [
  "What it does",
  "What to expect",
  "What's new",
  "What you get",
  "What you need"
]

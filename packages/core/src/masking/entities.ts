/** The printable ASCII characters that have a name in HTML, in the order of their codes. Names differ in more than case. */
const named =
  "!excl \"quot #num $dollar %percnt &amp 'apos (lpar )rpar *ast *midast +plus ,comma .period /sol :colon ;semi <lt =equals" +
  " >gt ?quest @commat [lsqb [lbrack \\bsol ]rsqb ]rbrack ^hat _lowbar _underbar `grave `diacriticalgrave {lcub {lbrace" +
  " |verbar |vert |verticalline }rcub }rbrace"

/** Characters by their names in HTML, in lower case. */
export const entities: ReadonlyMap<string, string> = /*#__PURE__*/ new Map(
  /*#__PURE__*/ named.split(" ").map((entry) => [entry.slice(1), entry.charAt(0)])
)

// Reads TypeScript files for the checks of names and prose: exported names, variables, comments, test titles, and strings with several words.
import ts from 'typescript'

/** A piece of prose in a file. */
export interface Prose {
  readonly kind: 'comment' | 'message' | 'title'
  /** The line that it starts on, from 1. */
  readonly line: number
  readonly text: string
}

export function parseSource(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
}

/** The names that a file declares and exports. Names that it only passes on from another file are not listed. */
export function listExportedNames(file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) return listOwnExports(statement)
    if (!isExported(statement)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => listBoundNames(name))
    const { name } = statement as ts.Statement & { readonly name?: ts.Node }
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : []
  })
}

function listOwnExports({ moduleSpecifier, exportClause }: ts.ExportDeclaration): string[] {
  if (moduleSpecifier !== undefined || exportClause === undefined || !ts.isNamedExports(exportClause))
    return []
  return exportClause.elements.map(({ name }) => name.text)
}

function isExported(statement: ts.Statement): boolean {
  if (!ts.canHaveModifiers(statement)) return false
  return ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function listBoundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text]
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : listBoundNames(element.name),
  )
}

/** A variable or parameter, with the line of its declaration, from 1. */
export interface DeclaredVariable {
  readonly name: string
  readonly line: number
}

/** The variables and parameters that a file declares, also those that it takes out of an object or array. */
export function listVariables(file: ts.SourceFile): DeclaredVariable[] {
  const variables: DeclaredVariable[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) {
      const { name } = node
      if (ts.isIdentifier(name))
        variables.push({ name: name.text, line: findLine(file, name.getStart(file)) })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return variables
}

const testFunctions = new Set(['it', 'test', 'describe', 'law'])

/** The titles of tests and of their groups, also those of `it.each(…)('title')`. */
export function listTitles(file: ts.SourceFile): Prose[] {
  const titles: Prose[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && testFunctions.has(findCalledName(node.expression))) {
      const [title] = node.arguments
      const text = title === undefined ? null : readLiteral(title)
      if (title !== undefined && text !== null)
        titles.push(makeProse(file, 'title', title.getStart(file), text))
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return titles
}

/** The first name of a call: `it` for `it('…')`, `it.skip('…')` and `it.each([…])('…')`. */
function findCalledName(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text
  if (ts.isPropertyAccessExpression(called) || ts.isCallExpression(called))
    return findCalledName(called.expression)
  return ts.isTaggedTemplateExpression(called) ? findCalledName(called.tag) : ''
}

/** Comments, consecutive line comments as one, and strings of at least three words. */
export function listProse(file: ts.SourceFile): Prose[] {
  const literals: ts.Node[] = []
  const messages: Prose[] = []
  const visit = (node: ts.Node): void => {
    const text = readLiteral(node)
    if (text !== null) {
      literals.push(node)
      if (/\p{L}+ \p{L}+ \p{L}/u.test(text))
        messages.push(makeProse(file, 'message', node.getStart(file), text))
    }
    if (ts.isRegularExpressionLiteral(node)) literals.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...messages, ...listComments(file, literals)]
}

/** The text of a string or template, with a placeholder for each value in it; null for any other node. */
function readLiteral(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}

function listComments(file: ts.SourceFile, literals: readonly ts.Node[]): Prose[] {
  const { text } = file
  const inLiteral = (at: number) => literals.some((node) => node.getStart(file) <= at && at < node.getEnd())
  const comments: Prose[] = []
  let lineCommentEnd = -1
  for (const match of text.matchAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g)) {
    if (inLiteral(match.index)) continue
    const words = match[0].replace(/^\/\/|^\/\*+|\*\/$|^\s*\*+/gm, ' ')
    const previous = comments.at(-1)
    const continues =
      match[0].startsWith('//') &&
      lineCommentEnd !== -1 &&
      /^\s*$/.test(text.slice(lineCommentEnd, match.index))
    if (continues && previous !== undefined)
      comments[comments.length - 1] = { ...previous, text: `${previous.text} ${words}` }
    else comments.push(makeProse(file, 'comment', match.index, words))
    lineCommentEnd = match[0].startsWith('//') ? match.index + match[0].length : -1
  }
  return comments
}

function makeProse(file: ts.SourceFile, kind: Prose['kind'], at: number, text: string): Prose {
  return {
    kind,
    line: findLine(file, at),
    text: text.replace(/\s+/g, ' ').trim(),
  }
}

function findLine(file: ts.SourceFile, at: number): number {
  return file.getLineAndCharacterOfPosition(at).line + 1
}

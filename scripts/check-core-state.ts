// Fails on mutable module-level state in src/core: the same input must give the same result, whatever ran before.
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** Methods that change a collection, and fields whose assignment changes a regular expression. */
const mutators = new Set(
  'add set delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '),
)

export interface StateFault {
  readonly line: number
  readonly message: string
}

/** Module-level `let` and `var`, and every change to the value of a module-level `const`. */
export function findCoreState(file: string, code: string): StateFault[] {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const constants = new Set<string>()
  const patterns = new Set<string>()
  const faults: StateFault[] = []
  const report = (node: ts.Node, message: string) =>
    faults.push({ line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, message })
  for (const statement of source.statements.filter(ts.isVariableStatement)) {
    const isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
    for (const { name, initializer } of statement.declarationList.declarations) {
      const text = name.getText()
      if (!isConst) report(name, `module-level variable "${text}"`)
      else if (initializer !== undefined && keepsState(initializer))
        report(name, `module-level "${text}" keeps state from one call to the next`)
      constants.add(text)
      if (initializer !== undefined && isStatefulPattern(initializer)) patterns.add(text)
    }
  }
  visit(source, new Set())
  return faults

  function visit(node: ts.Node, shadowed: ReadonlySet<string>): void {
    const inner = ts.isFunctionLike(node) ? new Set([...shadowed, ...listDeclaredNames(node)]) : shadowed
    const changed = findChangedName(node) ?? findUsedPattern(node, patterns)
    if (changed !== null && constants.has(changed) && !inner.has(changed) && isInsideFunction(node))
      report(node, `"${changed}" is changed after the module was loaded`)
    ts.forEachChild(node, (child) => visit(child, inner))
  }
}

/** Whether a call returns a function with state: `const next = makeCounter()`, if the file has `makeCounter`. */
function keepsState(initializer: ts.Expression): boolean {
  if (!ts.isCallExpression(initializer)) return false
  const called = findFunction(initializer.expression)
  if (called === null) return false
  const own = new Set(listVariables(called))
  let remembers = false
  const visit = (node: ts.Node, inner: boolean): void => {
    const target = ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) ? node.left : null
    if (inner && target !== null && ts.isIdentifier(target) && own.has(target.text)) remembers = true
    ts.forEachChild(node, (child) => visit(child, inner || ts.isFunctionLike(child)))
  }
  ts.forEachChild(called, (child) => visit(child, ts.isFunctionLike(child)))
  return remembers
}

function findFunction(callee: ts.Expression): ts.FunctionLikeDeclaration | null {
  if (ts.isParenthesizedExpression(callee)) return findFunction(callee.expression)
  if (ts.isArrowFunction(callee) || ts.isFunctionExpression(callee)) return callee
  if (!ts.isIdentifier(callee)) return null
  const { statements } = callee.getSourceFile()
  return statements.filter(ts.isFunctionDeclaration).find(({ name }) => name?.text === callee.text) ?? null
}

/** The variables that a function declares with `let`, without those of nested functions. */
function listVariables(scope: ts.FunctionLikeDeclaration): string[] {
  const names: string[] = []
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.Let) !== 0)
      names.push(...node.declarations.map(({ name }) => name.getText()))
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, collect)
  }
  ts.forEachChild(scope, collect)
  return names
}

/** A regular expression that moves its `lastIndex` with each `test` and `exec`. */
function isStatefulPattern(initializer: ts.Expression): boolean {
  const code = initializer.getText()
  if (ts.isRegularExpressionLiteral(initializer)) return /\/[a-z]*[gy][a-z]*$/.test(code)
  return ts.isNewExpression(initializer) && /^new RegExp\([\s\S]*,\s*'[a-z]*[gy][a-z]*',?\s*\)$/.test(code)
}

/** The name of the variable whose value a node changes: `x.set(…)`, `x[i] = …`, `x.y = …`, `x.lastIndex++`. */
function findChangedName(node: ts.Node): string | null {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return mutators.has(node.expression.name.text) ? rootName(node.expression.expression) : null
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return memberRoot(node.left)
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
      ? memberRoot(node.operand)
      : null
  return ts.isDeleteExpression(node) ? memberRoot(node.expression) : null
}

function findUsedPattern(node: ts.Node, patterns: ReadonlySet<string>): string | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { expression, name } = node.expression
  const isMoved = (name.text === 'test' || name.text === 'exec') && ts.isIdentifier(expression)
  return isMoved && patterns.has(expression.text) ? expression.text : null
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

function memberRoot(node: ts.Expression): string | null {
  return ts.isIdentifier(node) ? null : rootName(node)
}

function rootName(node: ts.Expression): string | null {
  if (ts.isIdentifier(node)) return node.text
  const inner =
    ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) || ts.isNonNullExpression(node)
  return inner ? rootName(node.expression) : null
}

function listDeclaredNames(scope: ts.SignatureDeclaration): string[] {
  const names: string[] = []
  const collect = (node: ts.Node): void => {
    if (
      (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
      ts.isIdentifier(node.name)
    )
      names.push(node.name.text)
    if (node === scope || !ts.isFunctionLike(node)) ts.forEachChild(node, collect)
  }
  collect(scope)
  return names
}

/** Code outside functions runs once, while the module loads. */
function isInsideFunction(node: ts.Node): boolean {
  return ts.findAncestor(node, ts.isFunctionLike) !== undefined
}

if (import.meta.main) {
  const files = globSync('src/core/**/*.ts').filter((file) => !/\.(test|fixture)\.ts$/.test(file))
  const faults = files.flatMap((file) =>
    findCoreState(file, readFileSync(file, 'utf8')).map(({ line, message }) => `${file}:${line}: ${message}`),
  )
  for (const fault of faults) console.error(fault)
  if (files.length === 0) console.error('core state: no file was read; the check is blind')
  if (faults.length > 0 || files.length === 0) process.exit(1)
  console.log(`core state: ${files.length} files, no mutable module-level state`)
}

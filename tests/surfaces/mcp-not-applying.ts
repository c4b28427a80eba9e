// Checks of the conformance suite that foreword does not support, by scenario. The test fails if a line here is no longer true.

const noMedia = 'foreword gives text only: what it sends is read, redacted and measured as text'
const noQuestions = 'foreword asks nothing of its client: no sampling, no elicitation, no roots'
const noLog = 'foreword tells its client no log: troubles go to standard error'
const noTasks = 'an extension for work that takes long: reads are done at once'
const noSkills = 'an extension for skills: what foreword has are addresses'

export const notApplying: Readonly<Record<string, string>> = {
  'elicitation-sep1034-defaults': noQuestions,
  'elicitation-sep1330-enums': noQuestions,
  'http-custom-header-server-validation': 'no tool of foreword takes an argument from a header of its own',
  'input-required-result-basic-elicitation': noQuestions,
  'input-required-result-basic-list-roots': noQuestions,
  'input-required-result-basic-sampling': noQuestions,
  'input-required-result-capability-check': noQuestions,
  'input-required-result-ignore-extra-params': noQuestions,
  'input-required-result-missing-input-response': noQuestions,
  'input-required-result-multi-round': noQuestions,
  'input-required-result-multiple-input-requests': noQuestions,
  'input-required-result-non-tool-request': noQuestions,
  'input-required-result-request-state': noQuestions,
  'input-required-result-result-type': noQuestions,
  'input-required-result-tampered-state': noQuestions,
  'json-schema-2020-12':
    'it wants a tool whose schema has $defs: the schemas of foreword are flat, to cost little',
  'logging-set-level': noLog,
  'prompts-get-embedded-resource':
    'the prompt of foreword holds its context as text, which every client passes on',
  'prompts-get-with-image': noMedia,
  'resources-read-binary': noMedia,
  'sep-2640-skills-directory': noSkills,
  'sep-2640-skills-enumeration': noSkills,
  'sep-2640-skills-manifest': noSkills,
  'server-sse-polling': 'it wants a tool that takes long enough to lose the connection meanwhile',
  'tasks-capability-negotiation': noTasks,
  'tasks-dispatch-and-envelope': noTasks,
  'tasks-lifecycle': noTasks,
  'tasks-mrtr-composition': noTasks,
  'tasks-mrtr-input': noTasks,
  'tasks-request-headers': noTasks,
  'tasks-request-state-removal': noTasks,
  'tasks-required-task-error': noTasks,
  'tasks-status-notifications': noTasks,
  'tasks-wire-fields': noTasks,
  'tools-call-audio': noMedia,
  'tools-call-elicitation': noQuestions,
  'tools-call-embedded-resource': 'the tools of foreword answer with text, which every client passes on',
  'tools-call-image': noMedia,
  'tools-call-mixed-content': noMedia,
  'tools-call-sampling': noQuestions,
  'tools-call-with-logging': noLog,
  'tools-call-with-progress': 'the tools of foreword answer before there is progress to tell',
}

const fixedLists = 'the tools and prompts of a server stay the same, and it does not say otherwise'

/** Single checks of scenarios that apply otherwise: `scenario/check`. */
export const notApplyingChecks: Readonly<Record<string, string>> = {
  'server-stateless/sep-2575-http-server-no-independent-requests-on-stream': noQuestions,
  'server-stateless/sep-2575-missing-capability-http-400': 'no tool of foreword needs a capability',
  'server-stateless/sep-2575-server-no-log-without-loglevel': noLog,
  'server-stateless/sep-2575-server-rejects-undeclared-capability': 'no tool of foreword needs a capability',
  'server-stateless/sep-2575-server-sends-prompts-list-changed-on-subscription': fixedLists,
  'server-stateless/sep-2575-server-sends-tools-list-changed-on-subscription': fixedLists,
}

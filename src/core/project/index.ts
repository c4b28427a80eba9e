// Describes a repository from its files: purpose, commands, layout and conventions.

export { describeProject, type ProjectTopic, projectTopics } from './describe-project.ts'
export { findPackageManager, findTasks } from './find-tasks.ts'
export type { ProjectFiles, ProjectLine } from './project-files.ts'

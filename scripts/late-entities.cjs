// The build puts this file in place of the package `entities` that markdown-it imports. The package unpacks its table of HTML entities when it
// is loaded, which takes longer than parsing a document, and few documents contain an entity. So it is loaded at the first one.
exports.decodeHTMLStrict = (text) => require('entities/decode').decodeHTMLStrict(text)

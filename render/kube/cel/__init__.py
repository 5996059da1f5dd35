"""CEL, the language of the expressions in CustomResourceDefinitions and admission policies."""
